import { chakra } from '@chakra-ui/react'
import { forwardRef, type ComponentProps } from 'react'
import { controlRecipe } from './control-recipe'
import { useFieldControl } from './field-context'
import { useTextLimit } from './text-limit'

const StyledTextarea = chakra('textarea', controlRecipe)

export type TextareaProps = ComponentProps<typeof StyledTextarea>

/**
 * A multi-line text input; accepts react-hook-form's register props. A text beyond `maxLength` is kept and marked, not
 * cut.
 */
export const Textarea = forwardRef<HTMLTextAreaElement, TextareaProps>(function Textarea(
  { maxLength, ...props },
  ref,
) {
  const { control, check } = useTextLimit(maxLength, ref)
  const { onInput } = props
  return (
    <StyledTextarea
      dir="auto"
      rows={4}
      height="auto"
      py="1.5"
      resize="vertical"
      {...useFieldControl(props)}
      ref={control}
      onInput={(event) => {
        check()
        onInput?.(event)
      }}
    />
  )
})
