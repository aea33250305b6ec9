/** A file that is served beside the bundle, as web/consent/sign-in.js has it. */
declare module '*/oauth4webapi.js' {
  export * from 'oauth4webapi'
}
