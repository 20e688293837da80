import { join } from 'node:path'
import { loadKeys } from '../data-folder/keys'
import { lockDataFolder } from '../data-folder/lock'
import { exists } from '../exists'
import { clusterFolder } from '../postgres/cluster'
import { stopOrphan } from '../postgres/orphan'
import { readSettings } from '../settings'
import { runCommand } from './with-database'

/** Stops the database that a killed portal left behind. */
runCommand(async () => {
  const { dataDir, port, databaseUrl, hosted } = readSettings(process.env)
  if (databaseUrl || hosted || !(await exists(join(dataDir, 'keys.json')))) return
  const release = await lockDataFolder(dataDir, port)
  try {
    const { databasePassword } = await loadKeys(dataDir)
    await stopOrphan(clusterFolder(dataDir, databasePassword), (line) => process.stderr.write(`${line}\n`))
  } finally {
    await release()
  }
})
