UNION ALL
SELECT 'present', {field}, NULL, CAST(coalesce(sum(count), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_{number}
UNION ALL
SELECT 'ascii', {field}, NULL, CAST(coalesce(sum(ascii), 0) AS BIGINT), NULL, NULL, NULL
FROM lengths_of_{number}
UNION ALL
SELECT 'length', {field}, bits, count, NULL, NULL, NULL FROM lengths_of_{number}
UNION ALL
SELECT 'sampled', {field}, NULL, CAST({sampled} AS BIGINT), NULL, NULL, NULL
UNION ALL
SELECT 'value', {field}, bits, count, hash, text, NULL FROM listed_of_{number}
