import { Worker } from 'node:worker_threads'

/** Ends this process after its parent, also in the middle of a task: a killed parent sends no signal. */
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`
new Worker(watch, { eval: true }).unref()
let loader
process.on('disconnect', () => process.exit())

process.on('message', async ({ module, name, input }) => {
  try {
    await (loader ??= import('tsx/esm/api').then(({ register }) => register()))
    const { [name]: run } = await import(module)
    // Before anything that may be endless; the deadline counts from here.
    await new Promise((sent) => process.send({ begun: true }, sent))
    process.send({ output: await run(...input) })
  } catch (error) {
    process.send({ error: error instanceof Error ? error.message : String(error) })
  }
})
