import type { Task } from '../task.ts'
import { parseMail, readMail } from './parse.ts'
import { remoteImagesIn, showMail } from './show.ts'

const task = <Input extends unknown[], Output>(
  file: string,
  run: (...input: Input) => Output | Promise<Output>,
): Task<Input, Output> => ({ module: new URL(file, import.meta.url).href, name: run.name, run })

export const parseMailTask = task('./parse.ts', parseMail)
export const readMailTask = task('./parse.ts', readMail)
export const showMailTask = task('./show.ts', showMail)
export const remoteImagesTask = task('./show.ts', remoteImagesIn)
