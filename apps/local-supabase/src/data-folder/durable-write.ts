import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes new names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Writes a file atomically, readable by its owner only. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}
