#!/usr/bin/env python3
"""Makes tags.json. See README.md beside this file."""

import pathlib
import random
import re
import sys
import uuid

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import package  # noqa: E402

ROWS = 1000
SEED = 20_000
SERVICES = 24
PODS_PER_SERVICE = 6


def main():
    stable, experimental, licence = package.npm(
        "@opentelemetry/semantic-conventions",
        "1.45.0",
        "8f0934ab5771eff9bf7c38ff78c3ef4f121846729a36d9b3cb3b55d48ce855fe",
        ["dist/stable_attributes.d.mts", "dist/experimental_attributes.d.mts", "LICENSE"],
    )
    conventions = Conventions(stable.decode() + experimental.decode())
    generator = Generator(conventions, Chance(SEED))
    package.write(HERE / "tags.json", package.rows(generator.tags() for _ in range(ROWS)))
    package.write(HERE / "LICENSE", licence)


class Conventions:
    """The attributes of the package: each key's documented examples and values."""

    CONSTANT = re.compile(
        r'/\*\*((?:(?!\*/).)*)\*/\s*(?:export )?declare const (\w+): "([^"]*)";', re.DOTALL
    )

    def __init__(self, text):
        self.examples, self.values, keys = {}, {}, {}
        for doc, constant, value in self.CONSTANT.findall(text):
            if "@deprecated" in doc:
                continue
            if constant.startswith("ATTR_"):
                keys[constant] = value
                examples = re.findall(r"@example (.*)", doc)
                examples = [example.strip('"').replace(r"\\", "\\") for example in examples]
                self.examples.setdefault(value, examples)
            elif attribute := re.search(r"for attribute \{@link (ATTR_\w+)\}", doc):
                if key := keys.get(attribute[1]):
                    values = self.values.setdefault(key, [])
                    if value not in values:
                        values.append(value)


class Chance:
    """Draws by `random()` alone: of its seeded generator, that is what Python keeps the same."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, end):
        return int(self.random() * end)

    def between(self, start, end):
        return start + self.below(end - start)

    def happens(self, probability):
        return self.random() < probability

    def choice(self, values):
        return values[self.below(len(values))]

    def shuffled(self, values):
        values = list(values)
        return [values.pop(self.below(len(values))) for _ in range(len(values))]


class Generator:
    """Puts tags together as instrumentation does: some of the resource, then of the operation."""

    def __init__(self, conventions, chance):
        self.conventions, self.chance = conventions, chance
        self.services = [self.service() for _ in range(SERVICES)]
        self.operations = (
            [self.http_server] * 30
            + [self.http_client] * 18
            + [self.database] * 18
            + [self.messaging] * 10
            + [self.rpc] * 8
            + [self.function] * 6
            + [self.jvm] * 6
            + [self.browser] * 4
        )

    def tags(self):
        required, optional = self.chance.choice(self.operations)()
        service = self.chance.choice(self.services)
        tags = {"service.name": service["service.name"], **required}
        count = self.chance.between(max(4, len(tags)), 11)
        others = {**self.resource(service), **optional}
        for key in self.chance.shuffled(others)[: count - len(tags)]:
            tags[key] = others[key]
        assert 4 <= len(tags) <= 10
        assert all(key in self.conventions.examples for key in tags), tags
        return tags

    # What is the same for all operations of a service.

    def service(self):
        """A service, its name made up, and its pods, their names shaped as a Deployment's are."""
        name = self.chance.choice(["cart", "checkout", "ledger", "search", "identity", "catalog"])
        name += "-" + self.chance.choice(["api", "worker", "gateway", "service", "events"])
        replica_set = f"{name}-{self.letters(9)}"
        registry = self.example("container.image.name").rsplit("/", 1)[0]
        return {
            "service.name": name,
            "service.version": ".".join(str(self.chance.below(20)) for _ in range(3)),
            "deployment.environment.name": self.value("deployment.environment.name"),
            "cloud.provider": self.value("cloud.provider"),
            "cloud.region": self.example("cloud.region"),
            "k8s.namespace.name": self.example("k8s.namespace.name"),
            "container.image.name": f"{registry}/{name}",
            "telemetry.sdk.language": self.value("telemetry.sdk.language"),
            "pods": [
                {
                    "k8s.pod.name": f"{replica_set}-{self.letters(5)}",
                    "k8s.node.name": "ip-" + self.address().replace(".", "-"),
                    "service.instance.id": self.uuid(),
                    "container.id": self.hex(12),
                }
                for _ in range(PODS_PER_SERVICE)
            ],
        }

    def resource(self, service):
        parts = {
            **service,
            **self.chance.choice(service["pods"]),
            "thread.id": self.chance.between(1, 200),
            "thread.name": self.example("thread.name"),
        }
        del parts["service.name"], parts["pods"]
        return parts

    # The operations: the tags that each has, and those that it may have.

    def http_server(self):
        method, status = self.method(), self.status()
        required = {
            "http.request.method": method,
            "url.path": self.path(),
            "http.response.status_code": status,
        }
        optional = {
            "url.scheme": self.chance.choice(["http", "https"]),
            "http.route": self.example("url.template"),
            "network.protocol.version": self.example("network.protocol.version"),
            "client.address": self.address(),
            "http.request.body.size": self.size(),
            "http.response.body.size": self.size(),
            "user_agent.original": self.example("user_agent.original"),
            "url.query": self.example("url.query"),
            "aspnetcore.user.is_authenticated": self.chance.happens(0.8),
            "session.id": self.uuid(),
        }
        if status >= 500:
            required["error.type"] = str(status)
        return required, optional

    def http_client(self):
        method, status = self.method(), self.status()
        required = {
            "http.request.method": method,
            "url.full": "https://" + self.example("url.domain", 0, 2) + self.path(),
            "http.response.status_code": status,
        }
        optional = {
            "server.address": self.example("server.address", 0, 2),
            "server.port": int(self.example("server.port")),
            "http.request.resend_count": self.chance.between(1, 4),
            "network.peer.address": self.address(),
            "network.protocol.name": "http",
            "tls.protocol.version": self.example("tls.protocol.version"),
            "tls.resumed": self.chance.happens(0.6),
        }
        if status >= 500:
            required["error.type"] = str(status)
        elif self.chance.happens(0.04):
            required["error.type"] = self.example("error.type")
            required["exception.message"] = self.example("exception.message")
        return required, optional

    def database(self):
        some = ["postgresql", "postgresql", "mysql", "aws.dynamodb", "azure.cosmosdb"]
        system = self.chance.choice(some + [self.value("db.system.name")])
        assert system in self.conventions.values["db.system.name"]
        required = {
            "db.system.name": system,
            "db.operation.name": self.example("db.operation.name"),
            "db.collection.name": self.example("db.collection.name"),
        }
        optional = {
            "db.namespace": self.example("db.namespace"),
            "db.query.text": self.example("db.query.text"),
            "db.query.summary": self.example("db.query.summary"),
            "db.response.returned_rows": self.chance.choice([0, 1, 1, 1, 10, 30, 1000]),
            "db.operation.batch.size": self.chance.between(2, 50),
            "db.client.connection.state": self.value("db.client.connection.state"),
            "server.address": self.example("server.address", 0, 2),
        }
        if system == "aws.dynamodb":
            required["aws.dynamodb.consistent_read"] = self.chance.happens(0.5)
            capacity = float(self.example("aws.dynamodb.provisioned_read_capacity"))
            optional["aws.dynamodb.provisioned_read_capacity"] = capacity
        if system == "azure.cosmosdb":
            charge = round(1 + 50 * self.chance.random(), 2)
            required["azure.cosmosdb.operation.request_charge"] = charge
        return required, optional

    def messaging(self):
        required = {
            "messaging.system.name": self.value("messaging.system.name"),
            "messaging.operation.type": self.value("messaging.operation.type"),
            "messaging.destination.name": self.example("messaging.destination.name"),
        }
        optional = {
            "messaging.message.id": self.hex(32),
            "messaging.message.body.size": self.size(),
            "messaging.batch.message_count": self.chance.between(0, 100),
            "messaging.consumer.group.name": self.example("messaging.consumer.group.name"),
            "messaging.destination.partition.id": str(self.chance.below(64)),
            "messaging.destination.temporary": self.chance.happens(0.1),
            "messaging.client.id": self.example("messaging.client.id"),
        }
        return required, optional

    def rpc(self):
        required = {
            "rpc.system.name": self.value("rpc.system.name"),
            "rpc.method": self.example("rpc.method", 0, 2),
        }
        optional = {
            "rpc.status_code": self.example("rpc.status_code"),
            "server.address": self.example("server.address", 0, 2),
            "server.port": int(self.example("server.port")),
            "network.transport": self.value("network.transport"),
            "feature_flag.key": self.example("feature_flag.key"),
            "feature_flag.result.variant": self.example("feature_flag.result.variant"),
        }
        return required, optional

    def function(self):
        required = {
            "faas.trigger": self.value("faas.trigger"),
            "faas.invocation.id": self.uuid(),
            "faas.coldstart": self.chance.happens(0.1),
        }
        optional = {
            "faas.name": self.example("faas.name"),
            "faas.version": self.example("faas.version"),
            "faas.max_memory": 1 << self.chance.between(27, 32),
            "faas.instance": f"2026/01/{self.chance.between(1, 29):02}/[$LATEST]{self.hex(32)}",
            "cloud.resource_id": self.example("cloud.resource_id"),
        }
        return required, optional

    def jvm(self):
        required = {
            "jvm.memory.pool.name": self.example("jvm.memory.pool.name"),
            "jvm.memory.type": self.value("jvm.memory.type"),
        }
        optional = {
            "jvm.gc.name": self.example("jvm.gc.name"),
            "jvm.gc.action": self.example("jvm.gc.action"),
            "jvm.thread.daemon": self.chance.happens(0.5),
            "jvm.thread.state": self.value("jvm.thread.state"),
            "process.pid": self.chance.between(1, 32768),
            "process.runtime.version": self.example("process.runtime.version"),
            "code.function.name": self.example("code.function.name"),
            "code.line.number": self.chance.between(1, 2000),
        }
        return required, optional

    def browser(self):
        required = {
            "browser.web_vital.name": self.value("browser.web_vital.name"),
            "browser.web_vital.value": round(3 * self.chance.random(), 3),
            "browser.web_vital.delta": round(self.chance.random(), 3),
        }
        optional = {
            "browser.language": self.example("browser.language"),
            "browser.mobile": self.chance.happens(0.5),
            "browser.platform": self.example("browser.platform"),
            "geo.location.lat": round(180 * self.chance.random() - 90, 6),
            "geo.location.lon": round(360 * self.chance.random() - 180, 6),
            "session.id": self.uuid(),
            "user_agent.original": self.example("user_agent.original"),
        }
        return required, optional

    # The values.

    def example(self, key, start=0, end=None):
        """One of the documented examples, or of the first few of them."""
        return self.chance.choice(self.conventions.examples[key][start:end])

    def value(self, key):
        """One of the documented values."""
        return self.chance.choice(self.conventions.values[key])

    def method(self):
        return self.chance.choice(["GET"] * 6 + ["POST"] * 3 + ["PUT", "DELETE", "PATCH"])

    def status(self):
        return self.chance.choice([200] * 14 + [201, 204, 304, 400, 401, 404, 404, 500, 503])

    def path(self):
        path = self.example("url.path")
        if self.chance.happens(0.5):
            path = f"/users/{self.chance.between(1, 100_000)}"
        if self.chance.happens(0.2):
            path += "/orders/" + self.uuid()
        return path

    def size(self):
        """Of one digit to five, each as often."""
        return self.chance.below(10 ** self.chance.between(1, 6))

    def address(self):
        return ".".join(["10"] + [str(self.chance.below(256)) for _ in range(3)])

    def hex(self, digits):
        return "".join(self.chance.choice("0123456789abcdef") for _ in range(digits))

    def letters(self, count):
        return "".join(self.chance.choice("bcdfghjklmnpqrstvwxz2456789") for _ in range(count))

    def uuid(self):
        return str(uuid.UUID(hex=self.hex(32), version=4))


if __name__ == "__main__":
    main()
