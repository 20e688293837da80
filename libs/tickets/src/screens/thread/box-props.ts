import type { ComponentProps } from 'react'
import type { TextBox } from '../../model/markdown/text-box'

/** Attributes and events of the text box, whichever stands. */
export type BoxProps = Pick<
  ComponentProps<'textarea'>,
  `aria-${'autocomplete' | 'controls' | 'activedescendant' | 'invalid' | 'describedby'}`
> & {
  onSelect?: (event: { currentTarget: TextBox }) => void
  onBlur?: () => void
}

/** The plain box as it was when the editor took its place. */
export interface LeftBox {
  text: string
  start: number
  end: number
  hadFocus: boolean
}
