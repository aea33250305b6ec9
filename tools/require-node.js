// Stops at once where an older node is about to run, instead of failing later in words that nobody understands.
if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(
    `This needs Node 26 or newer; this is ${process.version}. \`npm ci\` brings it along: use npm scripts, or node_modules/.bin/node.`,
  )
  process.exit(1)
}
