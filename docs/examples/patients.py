"""Lists the patients a credential may read: python3 patients.py PROFILE (needs requests)."""
import json
import pathlib
import sys

import requests

profile = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "nightly")
base = json.loads((profile / "credential.json").read_text())["base_url"]

with requests.Session() as http:
    http.trust_env = False  # no proxy and no other authority from the environment
    http.verify = str(profile / "ca.crt")
    http.cert = (str(profile / "client.crt"), str(profile / "client.key"))

    opened = http.post(f"{base}/v1/session", json={"token": (profile / "token").read_text().strip()})
    opened.raise_for_status()
    http.headers["authorization"] = f"Bearer {opened.json()['session_token']}"

    cursor = None
    while True:
        query = {"limit": 200, **({"cursor": cursor} if cursor else {})}
        page = http.get(f"{base}/v1/patients", params=query)
        page.raise_for_status()
        for row in page.json()["items"]:
            print(row["index"]["document_id"], (row["summary"] or {}).get("display_name"))
        cursor = page.json()["next_cursor"]
        if cursor is None:
            break
    http.post(f"{base}/v1/session/lock", json={}).raise_for_status()
