import type { Task } from '../task.ts'
import { openPart, showPart } from './parts/open-part.ts'
import { parseMail, readMail } from './parse.ts'
import { remoteImagesIn, showMail } from './show.ts'

const task = <Input extends unknown[], Output>(
  file: string,
  run: (...input: Input) => Output | Promise<Output>,
  isUrgent = false,
): Task<Input, Output> => ({ module: new URL(file, import.meta.url).href, name: run.name, isUrgent, run })

export const parseMailTask = task('./parse.ts', parseMail)
/** For mails that are read by their header alone. */
export const parseHeaderTask = task('./parse.ts', parseMail, true)
export const readMailTask = task('./parse.ts', readMail)
export const showMailTask = task('./show.ts', showMail, true)
export const remoteImagesTask = task('./show.ts', remoteImagesIn, true)
export const showPartTask = task('./parts/open-part.ts', showPart, true)
export const openPartTask = task('./parts/open-part.ts', openPart, true)
