import { fromBase64, toBase64 } from '../_shared/base64.ts'
import { escapeHtml } from '../_shared/mail-html.ts'
import { pngOnWhite } from '../_shared/png-on-white.ts'
import type { MailFile } from '../_shared/smtp.ts'
import { toRecord, toText } from '../_shared/json.ts'
import { storageStatus, type ServiceApi } from '../_shared/service-api.ts'
import type { StoredFile, Workspace } from './notification.ts'

/** Bytes of all files of a mail. Many servers refuse mails above 25 MB, and base64 adds a third. */
export const FILES_LIMIT = 10 * 1024 * 1024
const LINK_SECONDS = 7 * 24 * 3600

/** A file that is too large to be attached. */
export interface FileLink {
  name: string
  url: string
}

export interface MailFiles {
  attached: MailFile[]
  links: FileLink[]
}

/** Attached files in order, as long as they fit; the others become links. */
export function splitBySize(files: readonly StoredFile[], limit = FILES_LIMIT) {
  let room = limit
  const fits = files.filter((file) => {
    if (file.size > room) return false
    room -= file.size
    return true
  })
  return { fits, large: files.filter((file) => !fits.includes(file)) }
}

/** Storage with the secret key. */
export function createFileReader(url: string, secret: string) {
  const headers = { apikey: secret, authorization: `Bearer ${secret}` }
  const objectPath = (path: string) =>
    `ticket-attachments/${path.split('/').map(encodeURIComponent).join('/')}`

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${url}/storage/v1/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    if (!response.ok)
      throw new Error(
        `Storage answered ${storageStatus(response.status, await response.text())} to ${path.split('/')[1]}`,
      )
    return response
  }

  async function attach(file: StoredFile, index: number): Promise<MailFile> {
    const bytes = await (await ask(`object/${objectPath(file.path)}`)).arrayBuffer()
    return {
      filename: file.name,
      content: toBase64(new Uint8Array(bytes)),
      contentType: file.type,
      ...(file.type.startsWith('image/') && { cid: `file-${index}@mail` }),
    }
  }

  async function link(file: StoredFile): Promise<FileLink> {
    const response = await ask(`object/sign/${objectPath(file.path)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ expiresIn: LINK_SECONDS }),
    })
    const signed = toText(toRecord(await response.json()).signedURL)
    return { name: file.name, url: `${url}/storage/v1${signed}&download=${encodeURIComponent(file.name)}` }
  }

  /** @throws when Storage fails: the mail is sent later, with its files */
  return async (files: readonly StoredFile[]): Promise<MailFiles> => {
    const { fits, large } = splitBySize(files)
    return { attached: await Promise.all(fits.map(attach)), links: await Promise.all(large.map(link)) }
  }
}

/** Removes files of tickets that no record names, up to a hundred. @throws ServiceError: they are offered again later */
export async function removeUnrecorded(api: ServiceApi): Promise<void> {
  const paths = await api.rpc('take_unrecorded_files', {})
  if (Array.isArray(paths) && paths.length > 0) await api.remove('ticket-attachments', paths.map(toText))
}

/** The workspace's logo as a file of the mail: mail programs do not show data URLs. */
export function logoFile({ logo }: Workspace): MailFile | undefined {
  const [, contentType, kind, content] =
    /^data:(image\/(png|jpeg|webp));base64,([A-Za-z0-9+/=]+)$/.exec(logo) ?? []
  return contentType && content
    ? { filename: `logo.${kind}`, content, contentType, cid: 'logo@mail' }
    : undefined
}

const PNG = 'data:image/png;base64,'
/** The last logo, which all mails of a workspace have. */
let lastLogo = { logo: '', onWhite: '' }

/** The same logo on white. A file that cannot be read stays as it is. */
export function logoOnWhite(logo: string): string {
  if (!logo.startsWith(PNG)) return logo
  if (logo !== lastLogo.logo) lastLogo = { logo, onWhite: convert(logo) }
  return lastLogo.onWhite
}

function convert(logo: string): string {
  try {
    return PNG + toBase64(pngOnWhite(fromBase64(logo.slice(PNG.length))))
  } catch {
    return logo
  }
}

/** Attached images below the message. */
export const imagesHtml = (files: readonly MailFile[]): string =>
  files
    .filter(({ cid }) => cid)
    .map(
      ({ cid, filename }) =>
        `<p style="margin:0 0 8px"><img src="cid:${escapeHtml(cid ?? '')}" alt="${escapeHtml(filename)}" style="max-width:100%"></p>`,
    )
    .join('')
