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
  -- A fair sample by hash, and the heaviest by count. One row more has the greatest count of all others.
  found_of_{number} AS (
    SELECT *, row_number() OVER (ORDER BY hash) <= {sampled}
      OR row_number() OVER (ORDER BY count DESC, hash) <= {heaviest} AS is_listed
    FROM (
      SELECT * FROM (SELECT * FROM values_of_{number} ORDER BY hash LIMIT {sampled}) AS sample
      UNION
      SELECT * FROM (SELECT * FROM values_of_{number} ORDER BY count DESC, hash LIMIT {found}) AS heaviest
    ) AS found
  ),
  listed_of_{number} AS (
    SELECT CASE WHEN is_listed THEN 'value' ELSE 'unlisted' END AS part,
      CASE WHEN is_listed THEN bits END AS bits,
      max(count) AS count,
      CASE WHEN is_listed THEN hash END AS hash,
      CASE WHEN is_listed AND bits <= {longest} THEN text END AS text
    FROM found_of_{number}
    GROUP BY 1, 2, 4, 5
  )
