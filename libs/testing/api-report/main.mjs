// Writes `api.txt` of each shared library, unless its version has to be raised first.
import { fileURLToPath } from 'node:url'
import { checkApi } from './check.mjs'
import { PACKAGES } from './report.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
for (const name of PACKAGES) {
  const { changed, problem, write } = checkApi(root, name)
  if (problem) {
    console.error(problem)
    process.exitCode = 1
  } else if (changed) {
    write()
    console.log(`libs/${name}/api.txt is new: review it in the diff`)
  }
}
