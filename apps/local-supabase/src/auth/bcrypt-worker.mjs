import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

/** bcrypt throws for hashes of another kind, such as imported ones. No password matches them. */
const isHash = (text) => /^\$2[aby]?\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(text)

parentPort.on('message', ({ id, password, hash, rounds }) => {
  try {
    const result =
      hash === undefined
        ? bcrypt.hashSync(password, rounds)
        : isHash(hash) && bcrypt.compareSync(password, hash)
    parentPort.postMessage({ id, result })
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) })
  }
})
