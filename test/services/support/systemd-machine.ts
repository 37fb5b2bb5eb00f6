import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { childrenOf, type Finished, run, until } from '../../fault/support/processes';
import { PATIENCE_MS } from '../../support/patience';

/** Units that others need. No others, of this machine's programs, start. */
const TARGETS = ['basic', 'multi-user', 'network-online', 'shutdown', 'sysinit'];
const ENVIRONMENT = { SYSTEMD_UNIT_PATH: '/etc/systemd/system' };

/**
 * Shell: makes a control group, and a root of its own: what it writes goes into memory, above the files of this machine, which are left
 * behind before systemd starts. The repository is /srv.
 */
const GROUP = `
mount --make-rprivate /
mount -t tmpfs tmpfs "$PLACE"
mkdir "$PLACE/upper" "$PLACE/work" "$PLACE/root" "$PLACE/groups"
mount -t cgroup2 none "$PLACE/groups"
mkdir "$PLACE/groups/$NAME"
echo $$ > "$PLACE/groups/$NAME/cgroup.procs"
exec unshare --cgroup sh -euc "$BOOT"
`;
const BOOT = `
mount -t overlay overlay -o "lowerdir=/,upperdir=$PLACE/upper,workdir=$PLACE/work" "$PLACE/root"
cd "$PLACE/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 none sys/fs/cgroup
for folder in run tmp dev; do mount -t tmpfs tmpfs $folder; done
for node in null zero full random urandom tty; do touch dev/$node; mount --bind /dev/$node dev/$node; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount --bind -o ro "$REPOSITORY" srv
rm -rf etc/systemd/system
mkdir etc/systemd/system
for target in $TARGETS; do cp lib/systemd/system/$target.target etc/systemd/system/; done
test -x usr/bin/node || cp "$NODE" usr/bin/node
mkdir .outside
pivot_root . .outside
umount -l /.outside
exec /lib/systemd/systemd --system --show-status=0 --unit=multi-user.target
`;

/** A machine within this one that systemd runs, with the network of this one. It needs root. */
export class SystemdMachine {
  private constructor(
    private readonly place: string,
    private readonly name: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<SystemdMachine> {
    const place = mkdtempSync(join(tmpdir(), 'entrada-systemd-'));
    const name = `entrada-test-${process.pid}`;
    const given = { PLACE: place, NAME: name, BOOT, TARGETS: TARGETS.join(' '), NODE: process.execPath };
    const spaces = ['--mount', '--pid', '--fork', '--uts', '--ipc', '--kill-child=KILL'];
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...spaces, 'sh', '-euc', GROUP], {
      env: { PATH: process.env.PATH, REPOSITORY: resolve('.'), container: 'test', ...ENVIRONMENT, ...given },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const machine = new SystemdMachine(place, name, child);
    try {
      await until('systemd', PATIENCE_MS, async () => (await machine.run('systemctl is-system-running')).code === 0);
      return machine;
    } catch (error) {
      await machine.stop();
      throw error;
    }
  }

  /** Runs commands on the machine, as root. */
  run(commands: string, env: Record<string, string> = {}): Promise<Finished> {
    const [first = 0] = childrenOf(this.child.pid ?? 0);
    const inside = ['--target', String(first), '--mount', '--pid', '--cgroup', '--uts', '--ipc'];
    return run('nsenter', [...inside, 'bash', '-euo', 'pipefail', '-c', commands], { ...ENVIRONMENT, ...env });
  }

  async stop(): Promise<void> {
    const { child, place, name } = this;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    const groups = join(place, 'groups');
    mkdirSync(groups);
    const remove = `mount -t cgroup2 none ${groups} && find ${groups}/${name} -depth -type d -exec rmdir {} +`;
    const isRemoved = async () => (await run('unshare', ['--mount', 'sh', '-c', remove])).code === 0;
    await until('the end of the group', PATIENCE_MS, isRemoved);
    rmSync(place, { recursive: true });
  }
}
