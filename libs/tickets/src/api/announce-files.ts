import { ask, loadData, NetworkError, z } from '@helpdesk/supabase'
import { recordedFileName } from '../model/attachments'

const namesOf = (files: readonly Pick<File, 'name'>[]) => files.map(({ name }) => recordedFileName(name))

/**
 * Announces the files of a message before it is sent, so that its mails wait for them and its readers know of them.
 * @param requestId of the message
 * @throws NetworkError without an answer; a refusal is no reason not to send the message
 */
export async function announceFiles(requestId: string, files: readonly Pick<File, 'name'>[]): Promise<void> {
  if (files.length === 0) return
  const data = await loadData()
  try {
    await ask(data.rpc('announce_files', { request_id: requestId, names: namesOf(files) }), z.unknown())
  } catch (error) {
    if (error instanceof NetworkError) throw error
  }
}

/**
 * Tells the server that announced files will not come. Mails do not wait for them any more.
 * @throws AppError when the backend refuses or cannot be reached
 */
export async function forgetFiles(requestId: string, files: readonly Pick<File, 'name'>[]): Promise<void> {
  const data = await loadData()
  await ask(data.rpc('forget_files', { request_id: requestId, names: namesOf(files) }), z.unknown())
}
