// Kills the process when it prints a key: just before the key has left the process, or just after.
const write = process.stdout.write.bind(process.stdout);

process.stdout.write = (text, ...rest) => {
  if (!/ent_live_/.test(text)) return write(text, ...rest);
  if (process.env.DIE === 'after') write(text);
  process.kill(process.pid, 'SIGKILL');
};
