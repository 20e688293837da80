import { oncePerPage } from '@helpdesk/ui'
import { atom, getDefaultStore } from 'jotai'
import { pendingKey, type PendingFile } from './upload-ledger'

/** One file of a stored message on its way to the server. */
export interface Upload extends PendingFile {
  key: string
  file: File
  status: 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'
  /** 0 to 1. */
  progress: number
  /** Set when the upload failed. */
  error?: unknown
  /** Its entry is on the device, which all tabs share. */
  onDevice: boolean
}

/** The uploads that this page knows, in the order in which they were added. */
export const uploadsAtom = oncePerPage('uploads@1', () => atom<readonly Upload[]>([]))

export const allUploads = (): readonly Upload[] => getDefaultStore().get(uploadsAtom)

export const changeUploads = (change: (uploads: readonly Upload[]) => readonly Upload[]): void =>
  getDefaultStore().set(uploadsAtom, change)

export const toUpload = (pending: PendingFile, file: File, onDevice: boolean): Upload => ({
  ...pending,
  key: pendingKey(pending),
  file,
  status: 'waiting',
  progress: 0,
  onDevice,
})

/** Changes one upload; one that is no longer in the list stays away. */
export const setUpload = (key: string, change: Partial<Upload>): void =>
  changeUploads((uploads) =>
    uploads.map((each) => (each.key === key ? { ...each, error: undefined, ...change } : each)),
  )

export const findUpload = (key: string): Upload | undefined => allUploads().find((each) => each.key === key)

export const dropUpload = (key: string): void =>
  changeUploads((uploads) => uploads.filter((each) => each.key !== key))
