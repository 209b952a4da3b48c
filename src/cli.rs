//! The command line: its words, and one arm for each sub-command.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod learn;
mod train;

use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::protocol::{self, Protocol, Record};
use crate::rules::VariantId;
use crate::tables::Class;
use crate::tools::match_runner::{self, MatchArguments};
use crate::tools::{
    self, Analyse, Level, Openings, PdnCheck, Perft, Persons, Play, Setup, TablesBuild, TablesPack, TablesProbe,
    TablesResults, TablesVerify, ToolError, VERSION,
};

/// A draughts engine: Turkish draughts first, and the classic, international and American games.
///
/// Without a command it speaks a UCI-style protocol on standard input and output; type `help` there. When the first line
/// is `hub`, it speaks Hub, version 2, instead.
#[derive(Parser)]
#[command(name = "damier", version = VERSION, args_conflicts_with_subcommands = true)]
struct Cli {
    /// Keep the conversation in this file, each line with its time
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak Hub, version 2, on standard input and output
    Hub {
        /// Keep the conversation in this file, each line with its time
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
        /// Ignored: clients add arguments of their own
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        ignored: Vec<OsString>,
    },
    /// List the legal moves of a position
    Moves {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        history: HistoryArgs,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Count the leaves of the tree of legal moves
    Perft {
        #[command(flatten)]
        position: PositionArgs,
        /// Show the count of every move
        #[arg(long)]
        divide: bool,
        /// How many threads share the work
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        /// Size of the table of counted positions, 0 for none
        #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=131_072))]
        hash: u32,
        /// How deep, in plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
        depth: u32,
    },
    /// Search the fixed positions and count nodes
    Bench,
    /// Play a game in the terminal; type help there
    Play {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        history: HistoryArgs,
        /// How well the engine plays, from 1 (weakest) to 9 (full strength)
        #[arg(long, value_name = "N", default_value = "4", value_parser = level)]
        level: Level,
        /// Whom you play for; the side to move if missing
        #[arg(long)]
        color: Option<Persons>,
        /// How long the engine may think about a move, in milliseconds
        #[arg(long, value_name = "MS", default_value_t = 1_000)]
        movetime: u64,
        #[command(flatten)]
        endings: EndingsArgs,
        #[command(flatten)]
        weights: WeightsArgs,
        /// The file that finished games and the one you leave are added to
        #[arg(long, value_name = "FILE")]
        pdn: Option<PathBuf>,
    },
    /// Think about a position, for 5 seconds unless a limit is given; Ctrl-C ends it earlier
    #[command(alias = "analyze")]
    Analyse {
        #[command(flatten)]
        position: PositionArgs,
        #[command(flatten)]
        history: HistoryArgs,
        /// Stop at this depth in plies
        #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
        /// Stop after this many milliseconds
        #[arg(long, value_name = "MS")]
        movetime: Option<u64>,
        /// Stop after this many nodes
        #[arg(long, value_name = "N")]
        nodes: Option<u64>,
        /// How many best moves to show
        #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
        multipv: u16,
        /// How many threads search
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Size of the table of searched positions
        #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=131_072))]
        hash: u32,
        #[command(flatten)]
        endings: EndingsArgs,
        #[command(flatten)]
        weights: WeightsArgs,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Make balanced start positions for matches
    Openings {
        #[command(flatten)]
        ruleset: VariantArgs,
        /// How many
        #[arg(long, value_name = "N", default_value_t = 100)]
        count: u32,
        /// How many random plies lead to each
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
        plies: u32,
        /// How deep each is searched, in plies
        #[arg(long, value_name = "D", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// How far from even the search may see it, in hundredths of a man
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(0..=10_000))]
        margin: u16,
        /// The seed of the random plies; a random one unless given
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
    },
    /// Work on files of games
    #[command(subcommand)]
    Pdn(PdnCommand),
    /// Build endgame tables, hold them against the rules, and ask them
    #[command(subcommand)]
    Tables(TablesCommand),
    /// Play games of the engine against itself, to learn from
    ///
    /// A run that was ended, in whatever way, goes on when it is begun again with the same words.
    Datagen(learn::DatagenArgs),
    /// Train the weights of the evaluation on such games
    ///
    /// After every epoch the state is kept in WEIGHTS.state. A run that was ended, in whatever way, goes on from there when
    /// it is begun again with the same words, and comes to the same weights; then the state is removed. Weights that are
    /// there are only replaced with --force.
    Train(train::TrainArgs),
    /// Play engine against engine
    Match(Box<MatchArguments>),
}

#[derive(Subcommand)]
enum PdnCommand {
    /// Say what PDN files hold and what is wrong with it
    ///
    /// Every move is checked. A fault is one line, FILE:LINE:COLUMN: game N: reason, and the next game is still read.
    /// Oddities that are no reason to refuse a game are warnings. The exit code is 1 if a game is bad or a file cannot
    /// be read.
    Check {
        /// The files; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The ruleset of games without the tags GameType and Variant
        #[arg(short, long, value_name = "VARIANT", default_value_t = VariantId::Turkish)]
        variant: VariantId,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
}

#[derive(Subcommand)]
enum TablesCommand {
    /// Build the tables that are not there yet, class by class
    ///
    /// An interrupted run is taken up by the next one.
    Build {
        #[command(flatten)]
        which: TablesArgs,
        /// This class and those it leads to, such as KMvKK, instead of all
        #[arg(long, value_name = "CLASS", conflicts_with = "pieces")]
        only: Option<Class>,
        #[command(flatten)]
        workers: WorkerArgs,
        /// Keep how long wins take, a byte a position before compression
        #[arg(long)]
        distances: bool,
    },
    /// Derive every value anew from those its position's moves lead to
    Verify {
        #[command(flatten)]
        which: TablesArgs,
        /// This class and its swap, such as KMvKK, instead of all
        #[arg(long, value_name = "CLASS", conflicts_with = "pieces")]
        only: Option<Class>,
        #[command(flatten)]
        workers: WorkerArgs,
    },
    /// Say what the tables know of a position and of each of its moves
    Probe {
        /// The position, such as W:WKa2,Kc4:BKd6
        #[arg(value_name = "FEN", required_unless_present = "fen", conflicts_with = "fen")]
        position: Option<String>,
        /// The position, named
        #[arg(long)]
        fen: Option<String>,
        #[command(flatten)]
        ruleset: VariantArgs,
        /// The folder of the tables; those of the program if missing
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// Write a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write what each class comes to, as Markdown
    Results {
        #[command(flatten)]
        which: TablesArgs,
    },
    /// Put the tables into one file, such as the one that is compiled into the program
    Pack {
        #[command(flatten)]
        which: TablesArgs,
        /// Up to how many pieces distances are kept
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=5))]
        distances: u8,
        /// The file
        file: PathBuf,
    },
}

#[derive(Args)]
struct TablesArgs {
    #[command(flatten)]
    ruleset: VariantArgs,
    /// Up to how many pieces
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=5))]
    pieces: u8,
    /// The folder of the tables; each ruleset has one of its own below it
    #[arg(long, value_name = "DIR", default_value = "tables")]
    dir: PathBuf,
}

#[derive(Args)]
struct WorkerArgs {
    /// How many threads share the work
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(Args)]
struct VariantArgs {
    /// The ruleset: turkish, turkish-backward, turkish-position, international, brazilian, american or english
    #[arg(short, long, value_name = "VARIANT", default_value_t = VariantId::Turkish)]
    variant: VariantId,
}

#[derive(Args)]
struct PositionArgs {
    #[command(flatten)]
    ruleset: VariantArgs,
    /// The position, such as W:Wa2,Kc4:Bd6; the start position if missing
    #[arg(long)]
    fen: Option<String>,
}

#[derive(Args)]
struct EndingsArgs {
    /// The folder of more endgame tables than the program holds, as tables build makes it
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

#[derive(Args)]
struct WeightsArgs {
    /// The file of the weights that positions are judged by, instead of those that the program holds
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

#[derive(Args)]
struct HistoryArgs {
    /// Moves played from there, in one argument
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

/// Reads a level.
fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| format!("expected a number from 1 to {}", Level::FULL))
}

impl PositionArgs {
    fn setup(self, history: Option<HistoryArgs>) -> Setup {
        let moves = history.map_or(String::new(), |history| history.moves);
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        Setup { variant: self.ruleset.variant, fen: self.fen, moves }
    }
}

/// Does what the arguments say and returns the exit code: 0 fine, 1 a bad position or a failure, 2 wrong usage.
pub fn run(arguments: impl Iterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(message) => {
            // Help and version arrive here too. Nobody may be reading.
            let _ = message.print();
            return if message.use_stderr() { 2 } else { 0 };
        }
    };
    match obey(cli.command, cli.log.as_deref()) {
        Ok(()) => 0,
        // Who closed the pipe has seen enough.
        Err(ToolError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => 0,
        Err(error) => {
            let _ = writeln!(stderr(), "error: {error}");
            if matches!(error, ToolError::Usage(_)) { 2 } else { 1 }
        }
    }
}

fn obey(command: Option<Command>, log: Option<&Path>) -> Result<(), ToolError> {
    let mut output = BufWriter::new(stdout());
    let result = match command {
        None => converse(&mut protocol::Choice::default(), log),
        Some(Command::Hub { log, ignored }) => {
            ignored.iter().for_each(|argument| log::info!("ignored: the argument {argument:?}"));
            converse(&mut protocol::Hub::default(), log.as_deref())
        }
        Some(Command::Moves { position, history, json }) => {
            tools::moves(&position.setup(Some(history)), json, &mut output)
        }
        Some(Command::Perft { position, divide, threads, hash, depth }) => {
            let how = Perft { depth, divide, threads: threads.into(), hash: hash as usize };
            tools::perft(&position.setup(None), how, &mut output)
        }
        Some(Command::Bench) => tools::bench(&mut output),
        Some(Command::Play { position, history, level, color, movetime, endings, weights, pdn }) => {
            let (tables, eval_file) = (endings.tables, weights.eval_file);
            let how = Play { level, persons: color, movetime: Duration::from_millis(movetime), tables, eval_file, pdn };
            tools::play(&position.setup(Some(history)), &how, &mut output)
        }
        Some(Command::Analyse {
            position,
            history,
            depth,
            movetime,
            nodes,
            multipv,
            threads,
            hash,
            endings: EndingsArgs { tables },
            weights: WeightsArgs { eval_file },
            json,
        }) => {
            let movetime = movetime.map(Duration::from_millis);
            let (lines, threads, hash) = (multipv.into(), threads.into(), hash as usize);
            let how = Analyse { depth, movetime, nodes, lines, threads, hash, tables, eval_file, json };
            tools::analyse(&position.setup(Some(history)), &how, &mut output)
        }
        Some(Command::Openings { ruleset: VariantArgs { variant }, count, plies, depth, margin, seed }) => {
            tools::openings(&Openings { variant, count, plies, depth, margin, seed }, &mut output)
        }
        Some(Command::Pdn(PdnCommand::Check { files, variant, json })) => {
            tools::pdn_check(&PdnCheck { files, variant, json }, &mut output)
        }
        Some(Command::Tables(command)) => obey_tables(command, &mut output),
        Some(Command::Datagen(arguments)) => learn::obey(arguments, &mut output),
        Some(Command::Train(arguments)) => train::obey(arguments, &mut output),
        Some(Command::Match(arguments)) => match_runner::run(&arguments.plan()?, &mut output).map_err(ToolError::from),
    };
    // What is left in the buffer of a pipe that broke is nobody's, and must not be tried again.
    let _ = output.into_parts();
    result
}

fn obey_tables(command: TablesCommand, output: &mut dyn Write) -> Result<(), ToolError> {
    match command {
        TablesCommand::Build { which, only, workers: WorkerArgs { threads }, distances } => {
            let TablesArgs { ruleset: VariantArgs { variant }, pieces, dir } = which;
            let (pieces, threads) = (pieces.into(), threads.into());
            tools::tables_build(&TablesBuild { variant, pieces, only, threads, distances, dir }, output)
        }
        TablesCommand::Verify { which, only, workers: WorkerArgs { threads } } => {
            let TablesArgs { ruleset: VariantArgs { variant }, pieces, dir } = which;
            let (pieces, threads) = (pieces.into(), threads.into());
            tools::tables_verify(&TablesVerify { variant, pieces, only, threads, dir }, output)
        }
        TablesCommand::Probe { position, fen, ruleset: VariantArgs { variant }, dir, json } => {
            let fen = position.or(fen).unwrap_or_default();
            tools::tables_probe(&TablesProbe { variant, fen, dir, json }, output)
        }
        TablesCommand::Pack { which, distances, file } => {
            let TablesArgs { ruleset: VariantArgs { variant }, pieces, dir } = which;
            let (pieces, distances) = (pieces.into(), distances.into());
            tools::tables_pack(&TablesPack { variant, pieces, distances, dir, file }, output)
        }
        TablesCommand::Results { which } => {
            let TablesArgs { ruleset: VariantArgs { variant }, pieces, dir } = which;
            tools::tables_results(&TablesResults { variant, pieces: pieces.into(), dir }, output)
        }
    }
}

/// Serves a client on standard input and output.
fn converse(dialect: &mut dyn Protocol, log: Option<&Path>) -> Result<(), ToolError> {
    let record = match log {
        None => Record::none(),
        Some(path) => Record::open(path)
            .map_err(|error| ToolError::Failed(format!("cannot write the log '{}': {error}", path.display())))?,
    };
    protocol::run(dialect, record).or_else(end_quietly)
}

/// In a protocol the client is gone when the output cannot be written, whatever the reason.
fn end_quietly(error: io::Error) -> Result<(), ToolError> {
    log::info!("the output is closed: {error}");
    Ok(())
}
