,
  lengths_of_{number} AS (
    SELECT bit_length(text) AS bits, count(*) AS count,
      count(*) FILTER (WHERE bit_length(text) = 8 * char_length(text)) AS ascii
    FROM (SELECT {text} AS text FROM {table}) AS texts
    WHERE text IS NOT NULL
    GROUP BY bit_length(text)
  ),
  values_of_{number} AS (
    SELECT bit_length(text) AS bits, count(*) AS count, substr(md5(text), 1, 16) AS hash, text
    FROM (SELECT {text} AS text FROM {table}) AS texts
    WHERE text IS NOT NULL
    GROUP BY text
  ),
  -- The values with the smallest hashes, which are a uniform sample, and the most frequent.
  listed_of_{number} AS (
    SELECT bits, count, hash, CASE WHEN bits <= {longest} THEN text END AS text
    FROM (
      SELECT * FROM (SELECT * FROM values_of_{number} ORDER BY hash LIMIT {sampled}) AS sample
      UNION
      SELECT * FROM (SELECT * FROM values_of_{number} ORDER BY count DESC, hash LIMIT {heaviest}) AS heaviest
    ) AS listed
  )
