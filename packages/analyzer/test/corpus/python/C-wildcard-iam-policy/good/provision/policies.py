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
                "Action": ["s3:GetObject", "s3:ListBucket"],
                "Resource": [f"arn:aws:s3:::{bucket}", f"arn:aws:s3:::{bucket}/reports/*"],
            }
        ],
    }


def as_document(policy: dict[str, Any]) -> str:
    return json.dumps(policy, separators=(",", ":"))
