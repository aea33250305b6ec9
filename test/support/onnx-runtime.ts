/** Whether the runtime of an operator's model is there: it is not installed with the service (decision 50). */
import { isBuiltin } from 'node:module'

const isInstalled = (name: string): Promise<boolean> =>
  import(name).then(
    () => true,
    () => isBuiltin(name),
  )

/** What `skip` of a test takes: false where it is there, else how to install it. */
export const skipWithoutRuntime = async (): Promise<string | false> =>
  (await isInstalled('onnxruntime-node')) && (await isInstalled('@huggingface/tokenizers'))
    ? false
    : 'npm install --no-save onnxruntime-node @huggingface/tokenizers'
