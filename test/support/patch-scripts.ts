/** Benchmark scripts of our own that do everything that looks like a patch and is none. */
export const CLEAN_SCRIPTS: Readonly<Record<string, string>> = {
  "benchmarks/single_node/fixed_seq_len/dsr1_fp8_h200_vllm.sh": `#!/usr/bin/env bash
# Patching nothing: this script only serves and measures.
source "$(dirname "$0")/../../benchmark_lib.sh"

check_env_vars MODEL TP CONC ISL OSL RESULT_FILENAME

export VLLM_ATTENTION_BACKEND=FLASHINFER
export VLLM_MOE_DISPATCH_BACKEND=dispatch
export PYTHONPATH=/opt/tools/python:$PYTHONPATH
SERVER_LOG=/workspace/server.log
PORT=\${PORT:-8888}

if [[ "$DP_ATTENTION" == "true" ]]; then
  PARALLEL_ARGS=(--data-parallel-size "$TP" --enable-expert-parallel)
else
  PARALLEL_ARGS=(--tensor-parallel-size "$TP")
fi

cat > config.yaml << EOF
compilation-config: '{"cudagraph_mode":"FULL"}'
max-num-batched-tokens: 8192
EOF
sed -i "s/8192/$MAX_TOKENS/" config.yaml

vllm serve "$MODEL" --config config.yaml --port "$PORT" "\${PARALLEL_ARGS[@]}" > "$SERVER_LOG" 2>&1 &
SERVER_PID=$!

wait_for_server_ready --port "$PORT" --server-log "$SERVER_LOG" --server-pid "$SERVER_PID"
pip install -q datasets pandas

run_benchmark_serving --model "$MODEL" --port "$PORT" --result-filename "$RESULT_FILENAME" \\
  --result-dir /workspace/ --use-chat-template
`,
  "benchmarks/single_node/fixed_seq_len/gptoss_fp4_mi355x_sglang.sh": `#!/bin/bash
set -euo pipefail
source "$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)/../../benchmark_lib.sh"

LOG_FOLDER="\${RESULT_DIR:-/tmp}/logs"
mkdir -p "$LOG_FOLDER"
SUMMARY=$(python3 - <<'PY'
import json
rows = [{"backend": "dispatch"}]
print(json.dumps(rows))
PY
)
echo "$SUMMARY" | tee "$LOG_FOLDER/summary.txt"

export SGLANG_USE_AITER=1
export PYTHONPATH=/sgl-workspace/aiter:\${PYTHONPATH:-}
python3 -m sglang.launch_server --model-path "$MODEL" --host 0.0.0.0 --port 8888 \\
  --moe-a2a-backend deepep --deepep-dispatcher-output-dtype fp8 > "$LOG_FOLDER/server.log" 2>&1 &
pid=$!
until curl -sf http://localhost:8888/health > /dev/null; do
  kill -0 "$pid" || { tail -n 100 "$LOG_FOLDER/server.log"; exit 1; }
  sleep 5
done
curl -s http://localhost:8888/get_server_info | python3 -m json.tool > "$LOG_FOLDER/info.json"
curl -s http://localhost:8888/metrics -o "$LOG_FOLDER/metrics.txt"
cp "$LOG_FOLDER/server.log" /workspace/
find "$LOG_FOLDER" -name '*.log' -exec gzip {} \\;
find /workspace -maxdepth 1 -name '*.json' -exec cp {} "$LOG_FOLDER" \\;
rm -rf /home/bench/.cache/vllm "$LOG_FOLDER/tmp"
kill "$pid" 2>/dev/null || true
`,
  "benchmarks/single_node/agentic/kimik2_fp4_b200_vllm.sh": `#!/usr/bin/env bash
source "$(dirname "$0")/../../benchmark_lib.sh"

case "$KV_OFFLOADING" in
  dram)
    pip install --no-deps "lmcache==0.3.9" "nixl==0.6.1"
    OFFLOAD_ARGS=(--kv-transfer-config '{"kv_connector":"LMCacheConnectorV1","kv_role":"kv_both"}')
    cat > lmcache_config.yaml <<-CONFIG
	chunk_size: 256
	local_cpu: true
	max_local_cpu_size: \${DRAM_GB}
	CONFIG
    export LMCACHE_CONFIG_FILE=/workspace/lmcache_config.yaml
    ;;
  *)
    OFFLOAD_ARGS=()
    ;;
esac

SPEC_CONFIG=$(printf '{"method":"eagle3","num_speculative_tokens":%d}' "$SPEC_TOKENS")
vllm serve "$MODEL" --speculative-config "$SPEC_CONFIG" "\${OFFLOAD_ARGS[@]}" 2>&1 | tee server.log &
wait_for_server_ready --port 8888
uv pip install --system tiktoken sentencepiece
pip install transformers==4.57.1
build_replay_cmd --endpoint-type chat
"\${REPLAY_CMD[@]}" > replay.log
python3 utils/agentic/summarize.py --input replay.log --output "$RESULT_FILENAME"
awk '/throughput/ {print $2}' replay.log > throughput.txt
perl -ne 'print if /ERROR/' server.log || true
`,
  "benchmarks/multi_node/dsr1_fp8_mi355x_sglang-disagg.sh": `#!/usr/bin/env bash
set -x
SCRIPT_DIR="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"
source "$SCRIPT_DIR/amd_utils/env.sh"
TEMPLATE="$SCRIPT_DIR/amd_utils/job.yaml"
JOB=/tmp/job_$$.yaml
cp "$TEMPLATE" "$JOB"
sed -i -e "s/@NODES@/$NODES/" -e "s|@MODEL@|$MODEL|" "$JOB"
for file in "$SCRIPT_DIR"/amd_utils/*.yaml; do
  echo "dispatching $file"
done
write_hosts() {
  local target=$1
  scontrol show hostnames "$SLURM_JOB_NODELIST" > "$target"
}
write_hosts /tmp/hosts.txt
srun --container-image="$IMAGE" --container-mounts="$GITHUB_WORKSPACE:/workspace,$HF_CACHE:/home/bench/.cache/huggingface" \\
  bash -c "cd /workspace && bash benchmarks/multi_node/amd_utils/serve.sh --role prefill"
sbatch <<JOB
#!/bin/bash
#SBATCH --nodes=2
export MODEL=$MODEL
srun bash /workspace/benchmarks/multi_node/amd_utils/bench.sh
JOB
if ! grep -q ready /tmp/hosts.txt; then echo "no patches here"; fi
`,
  "runners/launch_h200-nb.sh": `#!/usr/bin/bash
export HF_HUB_CACHE_MOUNT="/mnt/data/hf-hub-cache/"
export PORT=8888
server_name="bmk-server"
FRAMEWORK_SUFFIX=$([[ "$FRAMEWORK" == "trt" ]] && printf '_trt' || printf '')
SPEC_SUFFIX=$([[ "$SPEC_DECODING" == "mtp" ]] && printf '_mtp' || printf '')

set -x
docker run --rm --network=host --name=$server_name \\
  --runtime=nvidia --gpus=all --ipc=host --privileged --shm-size=16g \\
  -v $HF_HUB_CACHE_MOUNT:$HF_HUB_CACHE \\
  -v $GITHUB_WORKSPACE:/workspace/ -w /workspace/ \\
  -e HF_TOKEN -e MODEL -e TP -e PYTHONPYCACHEPREFIX=/tmp/pycache/ \\
  --entrypoint=/bin/bash \\
  $IMAGE \\
  benchmarks/single_node/fixed_seq_len/"\${EXP_NAME%%_*}_\${PRECISION}_h200\${FRAMEWORK_SUFFIX}\${SPEC_SUFFIX}.sh"
docker rm -f "$server_name" 2>/dev/null || true
tar -czf results.tar.gz "$GITHUB_WORKSPACE"/*.json
`,
  "benchmarks/single_node/fixed_seq_len/dsr1_fp4_b200_trt.sh": `#!/usr/bin/env bash
source "$(dirname "$0")/../../benchmark_lib.sh"
EXTRA_CONFIG_FILE="dsr1-fp4-mtp.yml"
cat > $EXTRA_CONFIG_FILE << EOF
cuda_graph_config:
    enable_padding: true
    max_batch_size: 512
moe_config:
    backend: $MOE_BACKEND
EOF
if [[ "$DP_ATTENTION" == "true" ]]; then
  cat << EOF >> $EXTRA_CONFIG_FILE
attention_dp_config:
    enable_balance: true
EOF
  sed -i '/enable_padding/d' "$EXTRA_CONFIG_FILE"
fi
mpirun -n 1 --oversubscribe --allow-run-as-root \\
  trtllm-serve "$MODEL" --port=8888 --extra_llm_api_options=$EXTRA_CONFIG_FILE > server.log 2>&1 &
wait_for_server_ready --port 8888
python3 -c "import json, os; json.dump({'tp': os.environ['TP']}, open('meta.json', 'w'))"
python3 - "$RESULT_FILENAME.json" <<'PY'
import json, sys
with open(sys.argv[1]) as source:
    rows = json.load(source)
with open("agg.json", "w") as target:
    json.dump({"dispatch": rows}, target)
PY
ln -sf /workspace/agg.json /workspace/latest.json
mv server.log "server_$(date +%s).log"
rsync -a /workspace/*.json "$RESULT_DIR/"
`,
};

/** What the scripts read in and run. */
export const CLEAN_FILES: Readonly<Record<string, string>> = {
  "benchmarks/benchmark_lib.sh": `# Shared by all benchmark scripts.
check_env_vars() {
  local name
  for name in "$@"; do
    if [[ -z "\${!name:-}" ]]; then echo "missing: $name"; exit 1; fi
  done
}
wait_for_server_ready() {
  local port=""
  while [[ $# -gt 0 ]]; do
    case $1 in
      --port) port="$2"; shift 2 ;;
      *) shift ;;
    esac
  done
  until curl --output /dev/null --silent --fail "http://0.0.0.0:$port/health"; do sleep 5; done
}
run_benchmark_serving() {
  local result_dir="" result_filename=""
  python3 /workspace/utils/bench_serving/benchmark_serving.py "$@"
}
build_replay_cmd() {
  REPLAY_CMD=(aiperf profile --endpoint /v1/chat/completions --endpoint-type chat)
}
install_lm_eval_dependencies() {
  python3 -m pip install -q "lm-eval[api] @ git+https://github.com/EleutherAI/lm-evaluation-harness@abc"
  patch_file=/workspace/utils/evals/patches/lm_eval.patch
  git -C /tmp/lm_eval apply "$patch_file"
}
`,
  "benchmarks/multi_node/amd_utils/env.sh": "export NODES=2\nexport MORI_SHMEM_MODE=ISOLATION\n",
  "benchmarks/multi_node/amd_utils/job.yaml": "nodes: '@NODES@'\nmodel: '@MODEL@'\n",
  "benchmarks/multi_node/amd_utils/serve.sh":
    'python3 -m sglang.launch_server --model-path "$MODEL" "$@"\n',
  "benchmarks/multi_node/amd_utils/bench.sh":
    'python3 /workspace/utils/bench_serving/benchmark_serving.py --model "$MODEL" --out "$RESULT_DIR/out.json"\n',
  "utils/bench_serving/benchmark_serving.py": `"""Measures a server; patches nothing."""
import argparse
import json
from pathlib import Path
from transformers import AutoTokenizer

HERE = Path(__file__).parent

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out")
    args = parser.parse_args()
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    tokenizer.pad_token = tokenizer.eos_token
    with open(args.out, "w") as target:
        json.dump({"dispatch": True}, target)

main()
`,
  "utils/agentic/summarize.py": `import json, sys
rows = [line.strip().replace(",", "") for line in open("replay.log")]
open("summary.json", "w").write(json.dumps(rows))
`,
};
