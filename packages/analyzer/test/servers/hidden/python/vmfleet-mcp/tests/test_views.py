from vmfleet import views


def test_machine():
    row = views.machine({"vmid": 101, "name": "web<1>", "status": "running", "cpu": 0.25, "x": 1})
    assert row == {"id": 101, "name": "web1", "running": True, "cpu": 0.25, "memory": 0.0, "uptime": 0.0}
