import json
import re
import subprocess
from collections.abc import Sequence

NAME = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")
KINDS = ("pods", "deployments", "services", "jobs", "nodes")


class KubectlError(RuntimeError):
    pass


def name(text: str, what: str) -> str:
    if not NAME.fullmatch(text):
        raise KubectlError(f"bad {what}")
    return text


def kubectl(args: Sequence[str], *, timeout: int = 20) -> str:
    try:
        done = subprocess.run(
            ["kubectl", "--request-timeout=15s", *args],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, check=False,
        )
    except subprocess.TimeoutExpired as exc:
        raise KubectlError("kubectl took too long") from exc
    except FileNotFoundError as exc:
        raise KubectlError("kubectl is not installed") from exc
    if done.returncode:
        raise KubectlError(f"kubectl exited with {done.returncode}")
    return done.stdout


def listing(kind: str, namespace: str) -> list[dict]:
    if kind not in KINDS:
        raise KubectlError("kind is not supported")
    where = [] if kind == "nodes" else [f"--namespace={name(namespace, 'namespace')}"]
    items = json.loads(kubectl(["get", kind, "--output=json", "--chunk-size=200", *where]))["items"]
    return [
        {"name": i["metadata"]["name"], "created": i["metadata"]["creationTimestamp"],
         "phase": i.get("status", {}).get("phase")}
        for i in items[:300]
    ]


def logs(pod: str, namespace: str, lines: int) -> str:
    return kubectl(
        ["logs", f"--namespace={name(namespace, 'namespace')}", f"--tail={lines}", "--limit-bytes=60000",
         "--", name(pod, "pod")]
    )
