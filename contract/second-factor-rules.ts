/** Of whom an organisation requires a second factor. Without schemas, because pages load this file too. */
export const secondFactorRules = ['optional', 'admins', 'everyone'] as const

/** How an authenticator is reached (Web Authentication §5.8.4). */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
