import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()

parentPort.on('message', async ({ module, name, input }) => {
  try {
    const { [name]: run } = await import(module)
    parentPort.postMessage({ output: await run(...input) })
  } catch (error) {
    parentPort.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
