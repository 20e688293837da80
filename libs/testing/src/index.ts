export * from './factories'
export * from './stack'
