export const providerUnavailable = (provider: string) =>
  `Sign-in with ${provider} is not available. Please use your email and password.`
export const providerUnreachable = (provider: string) => `${provider} cannot be reached`
