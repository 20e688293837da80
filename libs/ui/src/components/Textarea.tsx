import { chakra } from '@chakra-ui/react'
import { forwardRef, type ComponentProps } from 'react'
import { controlRecipe } from './control-recipe'
import { useFieldControl } from './field-context'

const StyledTextarea = chakra('textarea', controlRecipe)

export type TextareaProps = ComponentProps<typeof StyledTextarea>

/** A multi-line text input; accepts react-hook-form's register props. */
export const Textarea = forwardRef<HTMLTextAreaElement, TextareaProps>(function Textarea(props, ref) {
  return (
    <StyledTextarea ref={ref} rows={4} height="auto" py="1.5" resize="vertical" {...useFieldControl(props)} />
  )
})
