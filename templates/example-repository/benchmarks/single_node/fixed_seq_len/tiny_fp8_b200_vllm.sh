#!/usr/bin/env bash
set -euo pipefail
vllm serve "$MODEL" --tensor-parallel-size "$TP" --port "$PORT"
