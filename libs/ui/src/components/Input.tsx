import { chakra } from '@chakra-ui/react'
import { forwardRef, type ComponentProps } from 'react'
import { controlRecipe } from './control-recipe'
import { useFieldControl } from './field-context'

const StyledInput = chakra('input', controlRecipe)

export type InputProps = ComponentProps<typeof StyledInput>

/** A text input; accepts react-hook-form's register props. */
export const Input = forwardRef<HTMLInputElement, InputProps>(function Input(props, ref) {
  return <StyledInput ref={ref} {...useFieldControl(props)} />
})
