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
  -- A fair sample by hash, and the heaviest by count. One row more has the greatest count of all others.
  found_of_1 AS (
    SELECT *, row_number() OVER (ORDER BY hash) <= 4096
      OR row_number() OVER (ORDER BY count DESC, hash) <= 1024 AS is_listed
    FROM (
      SELECT * FROM (SELECT * FROM values_of_1 ORDER BY hash LIMIT 4096) AS sample
      UNION
      SELECT * FROM (SELECT * FROM values_of_1 ORDER BY count DESC, hash LIMIT 5121) AS heaviest
    ) AS found
  ),
  listed_of_1 AS (
    SELECT CASE WHEN is_listed THEN 'value' ELSE 'unlisted' END AS part,
      CASE WHEN is_listed THEN bits END AS bits,
      max(count) AS count,
      CASE WHEN is_listed THEN hash END AS hash,
      CASE WHEN is_listed AND bits <= 8192 THEN text END AS text
    FROM found_of_1
    GROUP BY 1, 2, 4, 5
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
SELECT part, 'city', bits, count, hash, text, NULL FROM listed_of_1
ORDER BY part, field, bits, hash
