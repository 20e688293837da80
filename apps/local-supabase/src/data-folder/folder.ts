import { chmod, mkdir } from 'node:fs/promises'
import { StartError } from '../start-error'

/** Makes the data folder. Traversable by others (the database's account is another one), listable by nobody else. */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
    await chmod(dataDir, 0o711)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
