import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, ReleaseError } from './release-error'
import type { StoredFile, Target } from './target'

const LOCK_WAIT_MS = 10_000
const RETRY_MS = 50

/** A folder that a web server serves. HTTP headers are the web server's. */
export function folderTarget(folder: string, cwd: string): Target {
  const root = resolve(cwd, folder)
  const pathOf = (key: string) => resolve(root, key)

  async function read(key: string): Promise<StoredFile | null> {
    const body = await readFile(pathOf(key)).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null
      throw error
    })
    return body && { body, tag: createHash('sha256').update(body).digest('hex') }
  }

  return {
    read,
    async create(key, body) {
      const draft = await writeDraft(pathOf(key), body)
      try {
        // unlike a rename it fails if the name is taken
        await link(draft, pathOf(key))
        return true
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false
        throw error
      } finally {
        await rm(draft)
      }
    },
    async replace(key, body, _headers, tag) {
      const draft = await writeDraft(pathOf(key), body)
      const unlock = await lock(`${pathOf(key)}.lock`)
      try {
        if ((await read(key))?.tag !== tag) return false
        await rename(draft, pathOf(key))
        return true
      } finally {
        await rm(draft, { force: true })
        await unlock()
      }
    },
  }
}

/** Writes a file beside its place, so that readers never see half of it. */
async function writeDraft(path: string, body: Buffer): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}.tmp`
  const file = await open(draft, 'wx', 0o644)
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

/** Between comparing and renaming nobody else may write. @returns the unlocking */
async function lock(path: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      await (await open(path, 'wx')).close()
      return () => rm(path)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    if (Date.now() > deadline) {
      const since = await stat(path).catch(() => null)
      throw new ReleaseError(
        `${path} exists${since ? ` since ${since.mtime.toISOString()}` : ''}: another release is running or was interrupted. ` +
          'If none is running, delete that file and try again.',
      )
    }
    await sleep(RETRY_MS)
  }
}
