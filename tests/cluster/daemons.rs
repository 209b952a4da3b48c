//! A cluster of one machine, in a folder of its own: MUNGE, which vouches for who calls, Slurm's controller, and one
//! node that claims four processors.

use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{panicking, sleep};
use std::time::{Duration, Instant};

use super::{DAMIER, programs};

/// Daemons that run, and end with it. Their logs lie in the folder, which stays when the test fails.
pub struct Cluster {
    folder: PathBuf,
    /// In the order of their start.
    daemons: Vec<(&'static str, Child)>,
}

impl Cluster {
    /// Starts the daemons and waits until the node takes jobs.
    pub fn start() -> Cluster {
        // Without blanks, which Slurm's configuration does not take.
        let folder = std::env::temp_dir().join(format!("damier-cluster-{}", std::process::id()));
        for name in ["state", "spool"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let mut cluster = Cluster { folder, daemons: Vec::new() };
        let file = |name: &str| cluster.folder.join(name);
        fs::write(file("slurm.conf"), configuration(&cluster.folder)).unwrap();
        fs::write(file("munge.key"), rand::random::<[u8; 128]>()).unwrap();
        fs::set_permissions(file("munge.key"), fs::Permissions::from_mode(0o600)).unwrap();

        let folder = cluster.folder.display().to_string();
        let files = [
            ("key-file", "key"),
            ("socket", "socket"),
            ("pid-file", "pid"),
            ("log-file", "log"),
            ("seed-file", "seed"),
        ];
        let files = files.map(|(option, name)| format!("--{option}={folder}/munge.{name}"));
        // By force, because a scratch folder is not as well guarded as the daemon would have it.
        let words: Vec<String> = ["--foreground", "--force"].map(str::to_owned).into_iter().chain(files).collect();
        cluster.spawn("munged", &words);
        let socket = cluster.folder.join("munge.socket");
        cluster.wait("munged to listen", 20, || if socket.exists() { Ok(()) } else { Err("no socket".to_owned()) });
        cluster.spawn("slurmctld", &["-D".to_owned()]);
        cluster.spawn("slurmd", &["-D", "-N", "localhost"].map(str::to_owned));
        cluster.wait("the node to be idle", 60, || {
            let told = cluster.command("sinfo").said(&["--noheader", "--format=%T"]);
            if told.as_deref() == Ok("idle\n") { Ok(()) } else { Err(format!("{told:?}")) }
        });
        cluster
    }

    /// Where everything is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn spawn(&mut self, name: &'static str, words: &[String]) {
        let log = File::create(self.folder.join(format!("{name}.out"))).unwrap();
        let mut command = self.command(name).0;
        command.args(words).stdout(log.try_clone().unwrap()).stderr(log);
        self.daemons.push((name, command.spawn().unwrap_or_else(|error| panic!("{name}: {error}"))));
    }

    /// A program that talks to this cluster, in its folder, with `damier` on the path.
    pub fn command(&self, name: &str) -> Client {
        // The path that is searched for the program is that of this process.
        let path = programs::path();
        let found = path.split(':').map(|folder| Path::new(folder).join(name)).find(|program| program.is_file());
        let mut command = Command::new(found.unwrap_or_else(|| panic!("'{name}' is missing")));
        let folder = Path::new(DAMIER).parent().unwrap();
        command.env("PATH", format!("{}:{path}", folder.display()));
        // What whoever runs the tests has set for another cluster, or is set in one of its jobs.
        let others = std::env::vars_os().map(|(name, _)| name).filter(|name| {
            let name = name.to_string_lossy();
            ["SLURM", "SBATCH", "SQUEUE", "SINFO", "SCANCEL"].iter().any(|start| name.starts_with(start))
        });
        others.for_each(|name| {
            command.env_remove(name);
        });
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command.current_dir(&self.folder).stdin(Stdio::null());
        Client(command)
    }

    /// Obeys lines of a shell, which must all succeed, and returns what they say.
    #[track_caller]
    pub fn shell(&self, lines: &str) -> String {
        println!("{}", lines.trim_end());
        self.command("sh").said(&["-e", "-c", lines]).unwrap_or_else(|reason| panic!("{lines}{reason}"))
    }

    /// In which states a job is, or the tasks of an array.
    pub fn states(&self, job: &str) -> Vec<String> {
        let words = ["--noheader", "--array", "--states=all", "--format=%T", "--jobs", job];
        match self.command("squeue").said(&words) {
            Ok(told) => told.lines().map(str::to_owned).collect(),
            Err(reason) => vec![reason],
        }
    }

    /// The process of a task that runs.
    pub fn process(&self, task: &str) -> String {
        let told = self.command("squeue").said(&["--noheader", "--states=running", "--format=%A", "--jobs", task]);
        let number = told.unwrap();
        let told = self.command("scontrol").said(&["listpids", number.trim()]).unwrap();
        // Below a line of headings: the process, the job, the step.
        let processes: Vec<&str> = told.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(processes.len(), 1, "{told}");
        processes[0].to_owned()
    }

    /// Waits until a job is in this state, or the tasks of an array are in these.
    #[track_caller]
    pub fn wait_for(&self, job: &str, expected: &[&str], seconds: u64) {
        self.wait(&format!("job {job} to be {}", expected[0]), seconds, || {
            let states = self.states(job);
            if states == expected { Ok(()) } else { Err(format!("{states:?}")) }
        });
    }

    /// Waits so many seconds; `try_it` says what is not yet as it should be. Fails with that when the time is over.
    #[track_caller]
    pub fn wait(&self, what: &str, seconds: u64, mut try_it: impl FnMut() -> Result<(), String>) {
        let begun = Instant::now();
        while let Err(reason) = try_it() {
            assert!(begun.elapsed().as_secs() < seconds, "waited {seconds} s for {what}, but: {reason}");
            sleep(Duration::from_millis(100));
        }
        println!("{:.1} s until {what}", begun.elapsed().as_secs_f64());
    }

    /// Ends what jobs still run: their processes are no children of the daemons, and would outlive them.
    fn end_jobs(&self) {
        let live = ["--noheader", "--states=running,completing,configuring"];
        for _ in 0..100 {
            match self.command("squeue").said(&live).as_deref() {
                Ok("") | Err(_) => return,
                Ok(_) => {
                    let _ = self.command("scancel").said(&[
                        "--full",
                        "--signal=KILL",
                        "--state=running",
                        "--partition=all",
                    ]);
                    sleep(Duration::from_millis(100));
                }
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Nothing may panic here, or the daemons stay.
        if self.daemons.len() == 3 {
            self.end_jobs();
        }
        for (_, daemon) in self.daemons.iter_mut().rev() {
            end(daemon);
        }
        if panicking() {
            println!("the logs of the daemons and jobs are in '{}'", self.folder.display());
        } else {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Asks a daemon to end, and sees to it.
fn end(daemon: &mut Child) {
    let _ = Command::new("kill").arg(daemon.id().to_string()).stderr(Stdio::null()).status();
    for _ in 0..100 {
        if !matches!(daemon.try_wait(), Ok(None)) {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    let _ = daemon.kill();
    let _ = daemon.wait();
}

/// A program about to be run.
pub struct Client(Command);

impl Client {
    /// What it says; when it fails, why.
    pub fn said(mut self, words: &[&str]) -> Result<String, String> {
        let output = self.0.args(words).output().map_err(|error| error.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    }

    /// What `scontrol` knows of a job, in a line.
    pub fn describe(self, job: &str) -> String {
        self.said(&["--oneliner", "show", "job", job]).unwrap()
    }
}

/// Slurm's configuration. Four processors are claimed whatever the machine has, so that four tasks run at once.
fn configuration(folder: &Path) -> String {
    // Held together, so that they differ; free from the end of this function until the daemons take them.
    let held = [(); 2].map(|()| TcpListener::bind(("127.0.0.1", 0)).unwrap());
    let [controller, node] = held.each_ref().map(|listener| listener.local_addr().unwrap().port());
    let user = Command::new("id").arg("-un").output().unwrap().stdout;
    let user = String::from_utf8(user).unwrap();
    let (user, folder) = (user.trim(), folder.display());
    // A requeued job waits as long as a credential is good, otherwise two minutes.
    format!(
        "ClusterName=damier
SlurmctldHost=localhost
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=localhost CPUs=4
PartitionName=all Nodes=ALL Default=YES
"
    )
}
