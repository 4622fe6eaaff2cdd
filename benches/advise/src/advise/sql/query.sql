-- A profile of text. Save the rows as a file, then: string-kit advise --profile FILE
WITH
  record_lengths AS (
    SELECT bits, count(*) AS count
    FROM (
      SELECT CAST(0 AS BIGINT)
{record}        AS bits
      FROM {table}
    ) AS records
    GROUP BY bits
  ){tables}
SELECT 'records' AS part, CAST(NULL AS {text_type}) AS field, CAST(NULL AS BIGINT) AS bits,
  count(*) AS count, CAST(NULL AS {text_type}) AS hash, CAST(NULL AS {text_type}) AS text,
  CAST(NULL AS BIGINT) AS most
FROM {table}
UNION ALL
SELECT 'record', NULL, bits, count, NULL, NULL, NULL FROM record_lengths
{rows}ORDER BY part, field, bits, hash
