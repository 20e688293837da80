import { readFile } from 'node:fs/promises'

/** Files and connections that this process may have open; more than it needs where the system does not say. */
export async function openFilesLimit(): Promise<number> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  return Number(/^Max open files +(\d+)/m.exec(text)?.[1] ?? Infinity)
}
