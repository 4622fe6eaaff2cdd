"""The engines: each reads a file of JSON lines as the table `events`, and writes rows of queries."""


class DuckDb:
    name = "duckdb"

    def open(self, path, fields):
        import duckdb

        self.db = duckdb.connect()
        columns = {field: "VARCHAR" for field in fields} | {"half": "BIGINT"}
        self.db.read_json(str(path), columns=columns, format="newline_delimited").create_view("events")

    def write(self, query, path):
        self.db.execute(f"COPY ({query}) TO '{path}' (FORMAT json)")


class DataFusion:
    name = "datafusion"

    def open(self, path, fields):
        import pyarrow
        from datafusion import SessionContext

        self.context = SessionContext()
        schema = [(field, pyarrow.string()) for field in fields] + [("half", pyarrow.int64())]
        self.context.register_json(
            "events", str(path), schema=pyarrow.schema(schema), file_extension=".jsonl"
        )

    def write(self, query, path):
        self.context.sql(f"COPY ({query}) TO '{path}' STORED AS JSON").collect()


class Spark:
    name = "spark"

    def __init__(self):
        from pyspark.sql import SparkSession

        settings = {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.sql.shuffle.partitions": "4",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
        }
        self.session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")

    def open(self, path, fields):
        from pyspark.sql.types import LongType, StringType, StructType

        schema = StructType()
        for field in fields:
            schema.add(field, StringType())
        schema.add("half", LongType())
        self.session.read.schema(schema).json(str(path)).createOrReplaceTempView("events")

    def write(self, query, path):
        self.session.sql(query).write.mode("overwrite").json(str(path))


ENGINES = [DuckDb, DataFusion, Spark]
