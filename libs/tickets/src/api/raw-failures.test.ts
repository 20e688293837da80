import { ANY_ID, testRawFailures } from '../testing/raw-failures'
import { addComment } from './add-comment'
import { deleteAttachment } from './delete-attachment'
import { deleteComment } from './delete-comment'
import { getDownloadUrl } from './download-attachment'
import { readAttachment } from './read-attachment'
import { updateComment } from './update-comment'
import { rateTicket } from './rate-ticket'
import { updateTicket } from './update-ticket'
import { uploadAttachment } from './upload-attachment'

const file = () => new File(['x'], 'x.png', { type: 'image/png' })

testRawFailures([
  ['addComment', () => addComment(ANY_ID, ANY_ID, { content: 'Hello' })],
  ['getDownloadUrl', () => getDownloadUrl({ storage_path: 'a/1.png', file_name: 'x.png' })],
  ['readAttachment', () => readAttachment({ storage_path: 'a/1.png' })],
  ['deleteAttachment', () => deleteAttachment(ANY_ID)],
  ['updateComment', () => updateComment(ANY_ID, 'Hello')],
  ['deleteComment', () => deleteComment(ANY_ID)],
  ['rateTicket', () => rateTicket(ANY_ID, { score: 5, comment: '' })],
  ['updateTicket', () => updateTicket(ANY_ID, ANY_ID, { status: 'open' })],
  ['uploadAttachment', () => uploadAttachment(ANY_ID, file())],
])
