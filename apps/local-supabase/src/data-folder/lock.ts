import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../error-code'
import { exitCodes, StartError } from '../start-error'
import { isAlive, startTime } from './process-identity'

const holderSchema = z.object({ pid: z.number(), mark: z.string().optional(), port: z.number() })
type Holder = z.infer<typeof holderSchema>

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

const isHeld = (holder: Holder) =>
  isAlive(holder.pid) && (holder.mark === undefined || startTime(holder.pid) === holder.mark)

/**
 * Locks the data folder and returns the release. Takes over a lock whose process is gone.
 * Throws StartError (exit code 3) when another instance runs on the folder.
 */
export async function lockDataFolder(dataDir: string, port: number): Promise<() => Promise<void>> {
  const file = join(dataDir, 'lock.json')
  const own: Holder = { pid: process.pid, mark: startTime(process.pid), port }
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      await writeFile(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
      return async () => {
        const holder = await readHolder(file)
        if (holder?.pid !== own.pid || holder.mark !== own.mark) return
        // Remains on a disk that became read-only; the next start takes it over.
        await rm(file, { force: true }).catch((error: unknown) => {
          if (errorCode(error) !== 'EROFS') throw error
        })
      }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const holder = await readHolder(file)
    if (holder && isHeld(holder)) {
      throw new StartError(
        `The data folder ${dataDir} is in use by another instance (process ${holder.pid}, http://127.0.0.1:${holder.port}).\n` +
          'Stop that one, or start this one on data of its own: HELPDESK_DATA=.data-2 PORT=4210 npm start',
        exitCodes.inUse,
      )
    }
    // Renamed first: of two processes that see a stale lock, only one succeeds.
    const stale = `${file}.stale-${process.pid}`
    await rename(file, stale).catch(() => {})
    await rm(stale, { force: true })
  }
  throw new StartError(`The lock ${file} could not be taken. Remove it when nothing runs on that folder.`)
}
