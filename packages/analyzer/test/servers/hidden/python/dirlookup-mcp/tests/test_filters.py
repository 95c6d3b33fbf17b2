from dirlookup.filters import All, Equals, StartsWith


def test_escaping():
    assert str(Equals("cn", "*)(uid=*")) == "(cn=\\2a\\29\\28uid=\\2a)"


def test_nesting():
    condition = All(Equals("objectClass", "person"), StartsWith("sn", "Ki"))
    assert str(condition) == "(&(objectClass=person)(sn=Ki*))"
