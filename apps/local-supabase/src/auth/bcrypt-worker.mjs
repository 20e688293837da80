import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'

parentPort.on('message', ({ id, password, hash, rounds }) => {
  const result = hash === undefined ? bcrypt.hashSync(password, rounds) : bcrypt.compareSync(password, hash)
  parentPort.postMessage({ id, result })
})
