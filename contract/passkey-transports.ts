/** How an authenticator is reached (Web Authentication §5.8.4). By itself, because one page loads it. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
