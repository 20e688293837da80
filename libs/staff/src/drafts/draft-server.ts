import type { DraftPlace } from '../model/draft-place'

/** A draft as the server has it. */
export type ServerDraft = { content: string; updated_at: string } & DraftPlace

/** The server's copy of one draft. */
export interface DraftServer {
  /** @throws AppError of code `draft_elsewhere` while another device writes the draft */
  save(content: string, files: readonly string[]): Promise<void>
  saveOnLeave(content: string, files: readonly string[]): void
  /** The current copy, or null. */
  read(): Promise<ServerDraft | null>
  /** Makes the draft this device's. @returns its current copy, or null */
  take(): Promise<ServerDraft | null>
}
