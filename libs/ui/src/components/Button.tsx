import { chakra } from '@chakra-ui/react'
import { forwardRef, type ComponentProps } from 'react'
import { buttonRecipe } from './button-recipe'
import { Spinner } from './Spinner'

const StyledButton = chakra('button', buttonRecipe)

export type ButtonProps = ComponentProps<typeof StyledButton> & {
  /** Shows a spinner and refuses clicks. */
  loading?: boolean
  /** Takes the place of the label while loading. */
  loadingText?: string
}

/** A button; `variant` is solid, outline (default), ghost, subtle or danger. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { loading = false, loadingText, disabled, children, ...props },
  ref,
) {
  return (
    <StyledButton
      type="button"
      ref={ref}
      {...props}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {loading && <Spinner size={14} />}
      {loading && loadingText ? loadingText : children}
    </StyledButton>
  )
})
