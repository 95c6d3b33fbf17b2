from kubedeck.summaries import log_text, pod


def test_pod():
    item = {"metadata": {"name": "web-1"}, "status": {"phase": "Running", "containerStatuses": [{"ready": True, "restartCount": 2}]}}
    assert pod(item) == {"name": "web-1", "phase": "Running", "ready": 1, "containers": 1, "restarts": 2}


def test_log_is_masked():
    assert "hunter2" not in log_text("login password=hunter2 ok")
