import type { TextFormat } from './format-text'

/** What a text box and the editor have in common: positions are those of the Markdown. */
export type TextBox = Pick<
  HTMLTextAreaElement,
  'value' | 'selectionStart' | 'selectionEnd' | 'setSelectionRange' | 'focus'
>

/** The editor in the place of a text box. */
export interface RichBox extends TextBox {
  format: (format: TextFormat) => void
  /** Replaces text without marks before the cursor. */
  replaceBefore: (length: number, text: string) => void
}

export type MessageTextBox = HTMLTextAreaElement | RichBox

export const isRich = (box: MessageTextBox): box is RichBox => 'replaceBefore' in box
