-- A profile of text. Save the rows as a file, then: string-kit advise --profile FILE
WITH
  record_lengths AS (
    SELECT bits, count(*) AS count
    FROM (
      SELECT CAST(0 AS BIGINT)
        + coalesce(bit_length(CAST("city" AS VARCHAR)), 0)
        AS bits
      FROM events
    ) AS records
    GROUP BY bits
  ),
  lengths_of_1 AS (
    SELECT bit_length(text) AS bits, count(*) AS count,
      count(*) FILTER (WHERE bit_length(text) = 8 * char_length(text)) AS ascii
    FROM (SELECT CAST("city" AS VARCHAR) AS text FROM events) AS texts
    WHERE text IS NOT NULL
    GROUP BY bit_length(text)
  ),
  values_of_1 AS (
    SELECT bit_length(text) AS bits, count(*) AS count, substr(md5(text), 1, 16) AS hash, text
    FROM (SELECT CAST("city" AS VARCHAR) AS text FROM events) AS texts
    WHERE text IS NOT NULL
    GROUP BY text
  ),
  -- The values with the smallest hashes, which are a uniform sample, and the most frequent.
  listed_of_1 AS (
    SELECT bits, count, hash, CASE WHEN bits <= 8192 THEN text END AS text
    FROM (
      SELECT * FROM (SELECT * FROM values_of_1 ORDER BY hash LIMIT 16384) AS sample
      UNION
      SELECT * FROM (SELECT * FROM values_of_1 ORDER BY count DESC, hash LIMIT 1024) AS heaviest
    ) AS listed
  )
SELECT 'records' AS part, CAST(NULL AS VARCHAR) AS field, CAST(NULL AS BIGINT) AS bits,
  count(*) AS count, CAST(NULL AS VARCHAR) AS hash, CAST(NULL AS VARCHAR) AS text,
  CAST(NULL AS BIGINT) AS most
FROM events
UNION ALL
SELECT 'record', NULL, bits, count, NULL, NULL, NULL FROM record_lengths
UNION ALL
SELECT 'present', 'city', NULL, CAST(coalesce(sum(count), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_1
UNION ALL
SELECT 'ascii', 'city', NULL, CAST(coalesce(sum(ascii), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_1
UNION ALL
SELECT 'length', 'city', bits, count, NULL, NULL, NULL FROM lengths_of_1
UNION ALL
SELECT 'sampled', 'city', NULL, CAST(16384 AS BIGINT), NULL, NULL, NULL
UNION ALL
SELECT 'value', 'city', bits, count, hash, text, NULL FROM listed_of_1
ORDER BY part, field, bits, hash
