import { chakra } from '@chakra-ui/react'
import { forwardRef, type ComponentProps } from 'react'
import { controlRecipe } from './control-recipe'
import { useFieldControl } from './field-context'
import { useTextLimit } from './text-limit'

const StyledInput = chakra('input', controlRecipe)

export type InputProps = ComponentProps<typeof StyledInput>

/** A text input; accepts react-hook-form's register props. A text beyond `maxLength` is kept and marked, not cut. */
export const Input = forwardRef<HTMLInputElement, InputProps>(function Input({ maxLength, ...props }, ref) {
  const { control, check } = useTextLimit(maxLength, ref)
  const { onInput } = props
  return (
    <StyledInput
      dir="auto"
      {...useFieldControl(props)}
      ref={control}
      onInput={(event) => {
        check()
        onInput?.(event)
      }}
    />
  )
})
