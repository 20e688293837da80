export * from './stack'
