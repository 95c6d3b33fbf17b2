"""Policy documents for the roles that the server hands out."""
import json
from typing import Any


def reader_policy(bucket: str) -> dict[str, Any]:
    return {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "ReadReports",
                "Effect": "Allow",
                "Action": "*",
                "Resource": "*",
            }
        ],
    }


def as_document(policy: dict[str, Any]) -> str:
    return json.dumps(policy, separators=(",", ":"))
