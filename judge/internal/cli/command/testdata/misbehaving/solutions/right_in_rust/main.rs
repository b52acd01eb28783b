//judge:problem aplusb
fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let sum: i64 = line.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum();
    println!("{sum}");
}
