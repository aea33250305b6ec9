/** The maximum age of a sign-in for changing the ways to sign in, and for what cannot be undone. By itself, because every page loads it. */
export const freshSignInSeconds = 600
